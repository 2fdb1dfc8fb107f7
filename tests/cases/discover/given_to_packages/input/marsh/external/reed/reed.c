int reed;
