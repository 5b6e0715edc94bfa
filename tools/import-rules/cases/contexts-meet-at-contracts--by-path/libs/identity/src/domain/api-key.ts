export class ApiKey {}
