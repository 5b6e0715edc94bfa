import { webhook } from '../../index.js';

export const record = webhook;
