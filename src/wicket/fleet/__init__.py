"""Many machines with one inbox, one roster and one record: gateways ask, people sign, a NATS server carries."""
