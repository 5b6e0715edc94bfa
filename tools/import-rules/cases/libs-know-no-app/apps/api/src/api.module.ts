export class ApiModule {}
