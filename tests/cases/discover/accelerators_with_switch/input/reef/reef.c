int reef;
