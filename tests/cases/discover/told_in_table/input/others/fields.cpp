int fields;
