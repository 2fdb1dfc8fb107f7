int bay;
