"""What is known about a module before anything is changed; nothing here changes one."""
