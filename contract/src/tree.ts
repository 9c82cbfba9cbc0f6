import { Type } from 'typebox';
import type { TObject, TSchema } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Optional, Text } from './field.ts';
import * as is from './fieldTypes.ts';
import { entered, named } from './record.ts';
import { Closed, readOne } from './resource.ts';

/** A record that stands below another, as a tree select takes it. */
export interface TreeNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children: readonly TreeNode[];
}

const Node: TSchema = Type.Cyclic(
  {
    Node: Closed({
      id: Type.String(),
      key: Type.String(),
      value: Type.String(),
      title: Type.String(),
      children: Type.Array(Type.Ref('Node')),
    }),
  },
  'Node',
);
export const TreeNodes = Type.Array(Node);

const first = { filters: 'first' } as const;
/**
 * The first fields of every record of a tree; without a parent it stands at the root. Its list asks for the name, and for
 * one of the others.
 */
export const branch = (
  above: 'category' | 'institution' | 'revenueClass',
  longestNumber: number,
  filter: 'number' | 'parentId',
) =>
  ({
    name: named(2, 30),
    number: {
      ...entered('number', is.name(1, longestNumber), { code: true }),
      ...(filter === 'number' ? first : {}),
      called: { 'zh-cn': '编号', en: 'Number' },
    },
    parentId: {
      ...entered('parent_id', is.one(above)),
      ...(filter === 'parentId' ? first : {}),
    },
    parentName: { is: is.words, reads: 'both', lists: {} },
  }) as const;

/** The whole tree in display order; `id` leaves out that record and all below it (a form's own parent select). */
export const treeCall = <const P extends string>(path: P, summary: string) =>
  endpoint({
    call: `GET ${path}`,
    summary,
    access: 'signedIn',
    input: Closed({ id: Optional(Text(18)) }),
    reply: TreeNodes,
  });

/** The same as info, by the older name. */
export const findByIdCall = <Info extends TObject>(
  { path, page, info }: { readonly path: string; readonly page: string; readonly info: Info },
  summary: string,
) => readOne({ path: `${path}/findById`, summary, access: { page }, reply: info });
