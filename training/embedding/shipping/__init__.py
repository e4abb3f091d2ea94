"""The files of the repository's models folder, and the int8 encoder on its way there and back."""
