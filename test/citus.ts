import { migrateEverything } from '../tools/migrations.js';
import { sql } from './sql.js';

interface Node {
  readonly nodename: string;
  readonly nodeport: number;
  readonly is_coordinator: boolean;
}

/** Creates a database on every node of the cluster, migrates and distributes it. Returns its URL on the coordinator. */
export async function createCitusDatabase(coordinator: string, name: string): Promise<string> {
  const nodes = await nodesOf(coordinator);
  const urls = nodes.map((node) => urlOf(coordinator, node));
  for (const url of urls) {
    await sql(url, `create database ${name}`);
    await sql(inDatabase(url, name), 'create extension citus');
  }
  const url = inDatabase(coordinator, name);
  for (const { nodename, nodeport, is_coordinator } of nodes) {
    const make = is_coordinator ? 'citus_set_coordinator_host' : 'citus_add_node';
    await sql(url, `select ${make}($1, $2)`, [nodename, nodeport]);
  }
  await migrateEverything(url, true);
  return url;
}

export async function dropCitusDatabase(coordinator: string, name: string): Promise<void> {
  for (const node of await nodesOf(coordinator)) {
    await sql(urlOf(coordinator, node), `drop database if exists ${name} with (force)`);
  }
}

/** Returns the nodes, the coordinator first: it must be set before other nodes are added. */
const nodesOf = (coordinator: string): Promise<Node[]> =>
  sql<Node & Record<string, unknown>>(
    coordinator,
    `select nodename, nodeport, groupid = 0 as is_coordinator from pg_dist_node
     where noderole = 'primary' order by groupid`,
  );

function urlOf(coordinator: string, { nodename, nodeport }: Node): string {
  const url = new URL(coordinator);
  url.hostname = nodename;
  url.port = String(nodeport);
  return url.href;
}

function inDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
