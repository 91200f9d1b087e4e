
@staticmethod
def load_with(data: bytes, overrides: "Overrides") -> "ROOT":
    """As `load`, then replaces what the component's parent overrides."""
    config = ROOT.load(data)
