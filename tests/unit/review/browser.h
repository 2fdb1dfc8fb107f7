/* A headless Chromium for tests, spoken to in the DevTools protocol through a pair of pipes. The
 * pages stay as they are, with their policy in force: what a test evaluates comes from outside. */
#pragma once

#include <glib.h>
#include <jansson.h>

typedef struct Browser Browser;

/* NULL when this machine has no Chromium. */
Browser *browser_start(void);
void browser_stop(Browser *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Browser, browser_stop)

/* Opens a page in the browser's only tab and waits until it has loaded. */
void browser_open(Browser *self, const char *url);
/* The value of an expression, which may be a promise; fails the test when it throws. A new
 * reference. */
json_t *browser_evaluate(Browser *self, const char *expression);
/* The same as text, to be freed; and as a truth. */
char *browser_text(Browser *self, const char *expression);
gboolean browser_holds(Browser *self, const char *expression);
/* Waits some seconds for an expression to become true, and fails the test when it does not. */
void browser_await(Browser *self, const char *expression);
void browser_emulate(Browser *self, const char *method, const char *parameters);
/* Errors and warnings of pages so far: exceptions, and what the policy refused. */
guint browser_problems(const Browser *self);
