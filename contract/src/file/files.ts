import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, Text, toLiteralUnion } from '../field.ts';
import { Closed, Id } from '../resource.ts';

/** Purpose of an upload; decides the uploaders and file types. */
export const FileUse = toLiteralUnion(['material', 'brand', 'user', 'bill', 'financial']);
export type FileUse = Static<typeof FileUse>;

/** Pictures per product, attachments per document. */
export const MOST_FILES = 4;

/**
 * Uploads one file, typed by its content. Products, brands and users accept pictures only, re-encoded to
 * screen size without camera metadata. The file is its uploader's until a saved record references it;
 * unreferenced, it is deleted after a day.
 */
export const uploadFile = defineEndpoint({
  call: 'POST /systemConfig/upload',
  summary: 'Bring a picture or a paper',
  access: 'signedIn',
  input: Closed({ biz: FileUse }),
  reply: Closed({ id: Id, name: Type.String(), type: Type.String(), size: Type.Integer() }),
  upload: true,
});

/** Bytes of a file, for readers of its record. `mini`: the thumbnail. */
export const storedFile = defineEndpoint({
  call: 'GET /systemConfig/static',
  summary: 'A picture or paper',
  access: 'signedIn',
  input: Closed({ id: Id, mini: Optional(Type.Boolean()) }),
  reply: Type.Unknown(),
  envelope: 'file',
});

/** File reference of a record. */
export const FileName = Closed({ id: Id, name: Text(200) });
export type FileName = Static<typeof FileName>;
