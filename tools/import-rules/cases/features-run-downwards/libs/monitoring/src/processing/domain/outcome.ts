export type Outcome = string;
