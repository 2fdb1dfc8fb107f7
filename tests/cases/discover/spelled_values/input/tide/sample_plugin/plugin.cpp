int plugin();
