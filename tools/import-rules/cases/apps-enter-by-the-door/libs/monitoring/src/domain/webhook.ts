export class Webhook {}
