patchwork_define_needs(NO_TESTS LABEL "Pictures of results" OPTIONAL core solve THIRD_PARTY png)
