import type { CreateEvent } from '../../application/commands/create-event.js';

export type Command = CreateEvent;
