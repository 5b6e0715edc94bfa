export abstract class DeliveryLog {}
