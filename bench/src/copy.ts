import { withClient } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';

/** Works on a throw-away copy of a database. The database must have no further connections. */
export async function onCopy<Result>(
  admin: Connection,
  purpose: string,
  work: (copy: Connection) => Promise<Result>,
): Promise<Result> {
  const copy = `${admin.database}_${purpose}`;
  const postgres = { ...admin, database: 'postgres' };
  await withClient(postgres, async (db) => {
    await db.query(`drop database if exists ${copy} with (force)`);
    await db.query(`create database ${copy} template ${admin.database} strategy file_copy`);
    await db.query('checkpoint');
  });
  try {
    return await work({ ...admin, database: copy });
  } finally {
    await withClient(postgres, (db) => db.query(`drop database ${copy} with (force)`));
  }
}
