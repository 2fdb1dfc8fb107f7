int known;
