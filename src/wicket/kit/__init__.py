"""For authors of extensions: scaffold, hot reload, a tap on the wire, diagnosis, conformance, one file to ship."""
