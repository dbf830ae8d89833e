"""Speed compared with other engines, and the made-up events that comparison and conformance tests share."""
