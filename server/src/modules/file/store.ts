import type { FileUse, ReplyOf, uploadFile } from '@tradehouse/contract';
import { brandPage, invoicePage, productPage, userPage } from '@tradehouse/contract';
import { documentKinds, goodsKindCodes, moneyKindCodes } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall, Upload } from '../../kernel/http/index.ts';
import { detectFileContent } from './content.ts';
import { normalizePicture } from './picture.ts';

/** File content ready for storage. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly thumbnail: Uint8Array | null;
}

const listPagesOfKinds = (kinds: readonly AnyKindCode[]): string[] =>
  kinds.flatMap((kind) => documentKinds[kind].url ?? []);

/** Pages for uploading: an edit right on any suffices. */
const pages: Readonly<Record<FileUse, readonly string[]>> = {
  material: [productPage],
  brand: [brandPage],
  user: [userPage],
  bill: listPagesOfKinds(goodsKindCodes),
  financial: [...listPagesOfKinds(moneyKindCodes), invoicePage],
};

/** Refuses users without edit rights for the file's use. */
export function mustBring({ may }: Pick<EndpointCall, 'may'>, use: FileUse): void {
  if (!pages[use].some((page) => may(page, '1'))) refuseWith('access.denied');
}

/** Products, brands and users take pictures; documents take papers too. */
const picturesOnly: readonly FileUse[] = ['material', 'brand', 'user'];

/** Prepares an upload for storage. Refuses with `file.type` anything but pictures and known papers. */
export async function madeOf({ name, bytes }: Upload, use: FileUse): Promise<UploadedFile> {
  const content = detectFileContent(bytes, name);
  if (content === null || (picturesOnly.includes(use) && !content.picture))
    return refuseWith('file.type', { name });
  const shown = baseName(name);
  if (!content.picture) return { name: shown, type: content.type, bytes, thumbnail: null };
  const picture = await normalizePicture(bytes);
  return { name: `${shown.replace(/\.[^.]*$/, '')}.webp`, type: 'image/webp', ...picture };
}

/** Strips folders and unprintable characters. */
const baseName = (name: string): string =>
  name
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-150)
    .trim() || 'file';

/** Maximum of a user's unattached files; a form holds far fewer. */
const MOST_LOOSE = 100;

/**
 * Stores the user's file. Deletes the company's files unused for a day, and the user's oldest loose files.
 */
export async function storeUploadedFile(
  context: Context,
  { name, type, bytes, thumbnail }: UploadedFile,
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
  const file = orRefuseMissing(row);
  logChange(context, { action: 'upload', subject: 'file', subjectId: file.id, number: name });
  return file;
}
