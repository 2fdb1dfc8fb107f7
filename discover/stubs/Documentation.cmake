# Old variables about the tools that make documentation; each find module sets its own.
