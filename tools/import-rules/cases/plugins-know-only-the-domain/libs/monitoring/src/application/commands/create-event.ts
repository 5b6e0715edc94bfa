export class CreateEvent {}
