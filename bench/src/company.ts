import { argon2Sync, randomBytes } from 'node:crypto';
import {
  openDatabasePool,
  createTenant,
  migrateDatabase,
  seedPlatform,
  withClient,
  type Connection,
  type Migrated,
} from '@tradehouse/database';
import { hashSha256 } from './client.ts';
import { generateDocuments, planCompanySize } from './generate.ts';
import type { GeneratedCompanySize } from './generate.ts';

/** Company to measure, with ids for writing documents. */
export interface BenchCompany {
  readonly code: string;
  readonly tenantId: string;
  readonly accountId: string;
  readonly barcodes: readonly { readonly code: string; readonly price: string }[];
  readonly productIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly warehouseIds: readonly string[];
}

/** Database with one company of a size, optionally beside small companies. */
export interface BenchDatabase extends Migrated {
  readonly admin: Connection;
  readonly documents: number;
  readonly company: BenchCompany;
  readonly crowd: readonly BenchCompany[];
}

export const PASSWORD = 'Measured-bench-9';
export const CROWD = 16;
const CROWD_DOCUMENTS = 600;

/** Hashes the password for storage: argon2id of the browser's hash. */
function storedPassword(): string {
  const salt = randomBytes(16);
  const [memory, passes] = [19_456, 2];
  const digest = argon2Sync('argon2id', {
    message: hashSha256(PASSWORD),
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    memory,
    passes,
  });
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(salt)}$${base64(digest)}`;
}

export const USUAL_YEARS = 2;

interface Making {
  /** Sixteen small companies are added. */
  readonly crowd: boolean;
  readonly years?: number;
  /** Products of the large company; absent: by its documents. */
  readonly products?: number | undefined;
  readonly say: (line: string) => void;
}

/**
 * Makes the database of a size, or reuses an earlier run's with the same schema.
 *
 * @param say receives a line for the person waiting
 */
export async function benchDatabase(
  admin: Connection,
  documents: number,
  { crowd, years = USUAL_YEARS, products, say }: Making,
): Promise<BenchDatabase> {
  const migrated = await migrateDatabase(admin);
  const owner = openDatabasePool(migrated.owner, { size: 1 });
  try {
    await seedPlatform(owner, async () => storedPassword());
  } finally {
    await owner.destroy();
  }
  const make = (code: string, size: GeneratedCompanySize) =>
    createBenchCompany(admin, migrated, code, size, say);
  const main = await make('main', planCompanySize(documents, years, products));
  const others: BenchCompany[] = [];
  const seats = crowd ? CROWD : 0;
  for (let n = 1; n <= seats; n += 1)
    others.push(await make(`crowd${n}`, planCompanySize(CROWD_DOCUMENTS, USUAL_YEARS)));
  return { ...migrated, admin, documents, company: main, crowd: others };
}

async function createBenchCompany(
  admin: Connection,
  { owner }: Migrated,
  code: string,
  size: GeneratedCompanySize,
  say: (line: string) => void,
): Promise<BenchCompany> {
  const { documents } = size;
  return withClient(admin, async (client) => {
    const known = await client.query<{ id: string }>('select id from tenant where code = $1', [
      code,
    ]);
    const before = known.rows[0]?.id;
    if (before === undefined) {
      const db = openDatabasePool(owner, { size: 1 });
      const { tenantId, ownerId, accountId } = await createTenant(db, {
        code,
        name: code,
        language: 'en',
        userLimit: 100,
        owner: { loginName: code, name: code, passwordHash: storedPassword() },
      });
      await db.destroy();
      const began = performance.now();
      const steps = await generateDocuments(client, { tenantId, userId: ownerId, accountId }, size);
      const seconds = (performance.now() - began) / 1000;
      if (documents > CROWD_DOCUMENTS) {
        say(`Made ${documents} documents in ${seconds.toFixed(1)} s`);
        for (const [step, time] of steps) say(`  ${step.padEnd(20)} ${time.toFixed(1)} s`);
      }
    }
    const tenantId =
      before ??
      (await client.query<{ id: string }>('select id from tenant where code = $1', [code])).rows[0]
        ?.id ??
      '';
    const ids = async (query: string): Promise<string[]> =>
      (await client.query<{ id: string }>(query, [tenantId])).rows.map(({ id }) => id);
    const [accountId = ''] = await ids(
      'select id from account where tenant_id = $1 and is_default',
    );
    return {
      code,
      tenantId,
      accountId,
      barcodes: (
        await client.query<{ code: string; price: string }>(
          'select code, trim_scale(sale_price) as price from barcode where tenant_id = $1 order by id',
          [tenantId],
        )
      ).rows,
      productIds: await ids('select id from product where tenant_id = $1 order by id'),
      customerIds: await ids(
        `select id from partner where tenant_id = $1 and type = 'customer' order by id`,
      ),
      warehouseIds: await ids(
        `select id from warehouse where tenant_id = $1 and name like 'Warehouse %' order by id`,
      ),
    };
  });
}
