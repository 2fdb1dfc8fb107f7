# A module looks for what find_package() asked for: that is one thing, not two.
find_library(WAVES_LIBRARY waves)
set(Waves_FOUND ${WAVES_LIBRARY})
