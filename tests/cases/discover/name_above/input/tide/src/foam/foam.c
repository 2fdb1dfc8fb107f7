int foam;
