"""What people see and read: a view in, a message spec out, and no Discord in it."""
