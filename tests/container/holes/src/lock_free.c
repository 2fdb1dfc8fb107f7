/* The same: operations of 16 bytes need an instruction that not all have. */
int lock_free(void)
{
    return __atomic_always_lock_free(16, 0);
}
