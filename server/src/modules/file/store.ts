import type { FileUse, ReplyOf, uploadFile } from '@tradehouse/contract';
import { brandPage, invoicePage, productPage, userPage } from '@tradehouse/contract';
import { documentKinds, goodsKindCodes, moneyKindCodes } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { log, found, refuse } from '../../kernel/index.ts';
import type { Call, Context, Upload } from '../../kernel/index.ts';
import { contentOf } from './content.ts';
import { pictureOf } from './picture.ts';

/** A file as it will be kept. */
export interface Brought {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly thumbnail: Uint8Array | null;
}

const pagesOf = (kinds: readonly AnyKindCode[]): string[] =>
  kinds.flatMap((kind) => documentKinds[kind].url ?? []);

/** The pages that a file may be brought on: anyone who may edit on one of them may bring it. */
const pages: Readonly<Record<FileUse, readonly string[]>> = {
  material: [productPage],
  brand: [brandPage],
  user: [userPage],
  bill: pagesOf(goodsKindCodes),
  financial: [...pagesOf(moneyKindCodes), invoicePage],
};

/** Refuses anyone who may edit nothing that such a file could hang on. */
export function mustBring({ may }: Pick<Call, 'may'>, use: FileUse): void {
  if (!pages[use].some((page) => may(page, '1'))) refuse('access.denied');
}

/** Products, brands and users show pictures; documents take papers as well. */
const picturesOnly: readonly FileUse[] = ['material', 'brand', 'user'];

/** What is kept of an upload. Refuses what is neither a picture nor a paper we know with `file.type`. */
export async function madeOf({ name, bytes }: Upload, use: FileUse): Promise<Brought> {
  const content = contentOf(bytes, name);
  if (content === null || (picturesOnly.includes(use) && !content.picture))
    return refuse('file.type', { name });
  const shown = baseName(name);
  if (!content.picture) return { name: shown, type: content.type, bytes, thumbnail: null };
  const picture = await pictureOf(bytes);
  return { name: `${shown.replace(/\.[^.]*$/, '')}.webp`, type: 'image/webp', ...picture };
}

/** Without folders and signs that would not be shown. */
const baseName = (name: string): string =>
  name
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-150)
    .trim() || 'file';

/** Files of one user that hang nowhere yet; a form holds far fewer. */
const MOST_LOOSE = 100;

/**
 * Keeps a file of the signed-in user, and lets go of what the company brought a day ago and never used, and of the user's
 * own loose files but the latest.
 */
export async function keep(
  context: Context,
  { name, type, bytes, thumbnail }: Brought,
): Promise<ReplyOf<typeof uploadFile>> {
  const { tx, tenantId, scope } = context;
  await sql`
    delete from stored_file
    where tenant_id = ${tenantId} and owner is null and (
      created_at < now() - interval '1 day'
      or id in (
        select id from stored_file where tenant_id = ${tenantId} and owner is null and creator_id = ${scope.userId}
        order by id desc offset ${MOST_LOOSE - 1}))`.execute(tx);
  const row = await tx
    .insertInto('stored_file')
    .values({
      tenant_id: tenantId,
      name,
      type,
      size: bytes.length,
      bytes: Buffer.from(bytes),
      thumbnail: thumbnail === null ? null : Buffer.from(thumbnail),
      creator_id: scope.userId,
    })
    .returning(['id', 'name', 'type', 'size'])
    .executeTakeFirst();
  const file = found(row);
  log(context, { action: 'upload', subject: 'file', subjectId: file.id, number: name });
  return file;
}
