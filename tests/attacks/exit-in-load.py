"""Ends the process with the exit status of success before it defines anything."""
import os

os._exit(0)
