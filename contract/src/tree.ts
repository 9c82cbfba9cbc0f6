import { Type } from 'typebox';
import type { TObject, TSchema } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Optional, Text } from './field.ts';
import * as is from './fieldTypes.ts';
import { formField, nameField } from './record.ts';
import { Closed, readOne } from './resource.ts';

/** Record below a parent, for a tree select. */
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
 * First fields of every tree record; without a parent the record is at the root. The list filters by name
 * and one of the remaining fields.
 */
export const defineTreeFields = (
  above: 'category' | 'institution' | 'revenueClass',
  longestNumber: number,
  filter: 'number' | 'parentId',
) =>
  ({
    name: nameField(2, 30),
    number: {
      ...formField('number', is.nameType(1, longestNumber), { code: true }),
      ...(filter === 'number' ? first : {}),
      called: { 'zh-cn': '编号', en: 'Number' },
    },
    parentId: {
      ...formField('parent_id', is.referenceType(above)),
      ...(filter === 'parentId' ? first : {}),
    },
    parentName: { is: is.words, reads: 'both', lists: {} },
  }) as const;

/** Returns the tree in display order; `id` omits a record and its descendants, for the select of a parent. */
export const treeCall = <const P extends string>(path: P, summary: string) =>
  defineEndpoint({
    call: `GET ${path}`,
    summary,
    access: 'signedIn',
    input: Closed({ id: Optional(Text(18)) }),
    reply: TreeNodes,
  });

/** Alias of info, under the older name. */
export const findByIdCall = <Info extends TObject>(
  { path, page, info }: { readonly path: string; readonly page: string; readonly info: Info },
  summary: string,
) => readOne({ path: `${path}/findById`, summary, access: { page }, reply: info });
