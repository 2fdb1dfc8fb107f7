# What the environment says of SHELF_DEPTH counts.
SHELF_WOOD=oak
SHELF_PAINT=red
SHELF_DEPTH=${SHELF_DEPTH:-30}
if [ -z "$SHELF_SIDES" ]; then
  SHELF_SIDES=2
fi
