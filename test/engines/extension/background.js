/** Its address tells the address of the extension. */
