export interface Plan {
  readonly 'Plan Rows': number;
  readonly 'Distributed Query'?: {
    readonly Job: {
      readonly Tasks: readonly {
        readonly 'Remote Plan': readonly (readonly { readonly Plan: Plan }[])[];
      }[];
    };
  };
}

/** Returns how many rows the planner expects. On a cluster, only the machine with the domain knows, not the coordinator. */
export function getPlannedRows(plan: Plan): number {
  const remote = plan['Distributed Query']?.Job.Tasks[0]?.['Remote Plan'][0]?.[0];
  return (remote?.Plan ?? plan)['Plan Rows'];
}
