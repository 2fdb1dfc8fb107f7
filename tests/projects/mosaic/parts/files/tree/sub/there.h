int there;
