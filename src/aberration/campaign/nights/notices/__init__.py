"""How the news of a night reach people: one file for each way, all in `table.py`."""
