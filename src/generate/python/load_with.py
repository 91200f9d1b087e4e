
@staticmethod
def load_with(data: bytes, overrides: "Overrides") -> "Config":
    """As `load`, then replaces what the component's parent overrides."""
    config = Config.load(data)
