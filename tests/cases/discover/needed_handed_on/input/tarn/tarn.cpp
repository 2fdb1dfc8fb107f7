int tarn() { return 0; }
