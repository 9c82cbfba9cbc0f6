import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Optional, Text, literals } from '../field.ts';
import { Closed, Id } from '../resource.ts';

/** What a file is brought for, which decides who may bring it and what it may be. */
export const FileUse = literals(['material', 'brand', 'user', 'bill', 'financial']);
export type FileUse = Static<typeof FileUse>;

/** A product has at most so many pictures, a document so many papers. */
export const MOST_FILES = 4;

/**
 * Takes one file; what it is is read from its content. Products, brands and users take pictures only. A picture is made again, no
 * larger than a screen, without what a camera writes into it. The file belongs to the one who brought it until a record that
 * names it is saved; one that is never named is gone after a day.
 */
export const uploadFile = endpoint({
  call: 'POST /systemConfig/upload',
  summary: 'Bring a picture or a paper',
  access: 'signedIn',
  input: Closed({ biz: FileUse }),
  reply: Closed({ id: Id, name: Type.String(), type: Type.String(), size: Type.Integer() }),
  upload: true,
});

/** The bytes of a file, to anyone who may see the record it hangs on. `mini`: the small picture of it. */
export const storedFile = endpoint({
  call: 'GET /systemConfig/static',
  summary: 'A picture or paper',
  access: 'signedIn',
  input: Closed({ id: Id, mini: Optional(Type.Boolean()) }),
  reply: Type.Unknown(),
  envelope: 'file',
});

/** A file as a record names it. */
export const FileName = Closed({ id: Id, name: Text(200) });
export type FileName = Static<typeof FileName>;
