import { Type } from 'typebox';
import type { TObject, TSchema } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Name, Note, Optional, Sort, Text } from './field.ts';
import { Closed, Id, Nullable } from './resource.ts';
import type { Column } from './table.ts';

/** A record that stands below another, as a tree select takes it. */
export interface TreeNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children: readonly TreeNode[];
}

const Node = Type.Cyclic(
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
export const TreeNodes = Type.Array(Node as TSchema);

/** What a list shows of every record of a tree, first and last. */
export const branchHead = {
  id: { type: 'id', hidden: true },
  version: { type: 'integer', hidden: true },
  parentId: { type: 'id', hidden: true },
  name: { type: 'text', width: 180 },
  number: { type: 'text', code: true },
  parentName: { type: 'text' },
} as const satisfies Record<string, Column>;
export const branchTail = {
  sort: { type: 'integer' },
  remark: { type: 'text' },
  createTime: { type: 'time', optional: true },
} as const satisfies Record<string, Column>;

/** What a user writes of such a record; without a parent it stands at the root. */
export const BranchFields = (longestNumber: number) =>
  Closed({
    name: Name(2, 30),
    number: Name(1, longestNumber),
    parentId: Optional(Nullable(Id)),
    sort: Optional(Sort),
    remark: Optional(Note(200)),
  });

export const BranchInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  number: Type.String(),
  parentId: Nullable(Id),
  parentName: Type.String(),
  sort: Type.Integer(),
  remark: Type.String(),
});

/** The whole tree in display order; `id` leaves out that record and all below it (a form's own parent select). */
export const treeCall = <const P extends string>(path: P, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: 'signedIn',
    input: Closed({ id: Optional(Text(18)) }),
    reply: TreeNodes,
  });

/** The same as info, by the older name. */
export const findByIdCall = <Info extends TObject>(
  path: string,
  page: string,
  summary: string,
  reply: Info,
) =>
  endpoint({
    method: 'GET',
    path: `${path}/findById`,
    summary,
    access: { page },
    input: Closed({ id: Id }),
    reply,
  });
