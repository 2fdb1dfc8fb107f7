/* The style sheet of the HTML report: light, dark and paper, without anything from elsewhere. */
#pragma once

extern const char report_style[];
