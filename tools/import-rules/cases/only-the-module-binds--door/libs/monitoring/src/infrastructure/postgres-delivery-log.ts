export class PostgresDeliveryLog {}
