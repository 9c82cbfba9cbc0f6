import type { Endpoint, TreeNode } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import type { TreeSelectProps } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { namedClear } from './namedClear.tsx';
import { t } from '../phrase/index.ts';
import { addOption, isAdd, shownFor } from './ReferenceSelect.tsx';

/** Tree of records for forms and pages: query key and endpoint. */
export interface TreeSource {
  readonly key: string;
  readonly endpoint: Endpoint;
}

/** Reads a tree of records, without the record `id` and its descendants if `id` is given. */
export const readTree = async (
  endpoint: Endpoint,
  input: { readonly id?: string } = {},
): Promise<readonly TreeNode[]> =>
  // SAFETY: the schema is recursive, beyond its type; these calls return trees.
  (await callEndpoint(endpoint, input)) as readonly TreeNode[];

/** Tree query, without the record `except` and its descendants if given. */
export const useTree = ({ key, endpoint }: TreeSource, except?: string) =>
  useQuery({
    queryKey: ['choices', key, except ?? null],
    queryFn: () => readTree(endpoint, except === undefined ? {} : { id: except }),
    staleTime: 60_000,
  });

interface Common {
  /** Record excluded with its descendants: its own parent select. */
  readonly except?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly 'aria-label'?: string;
}

const treeSelectProps = () => ({
  allowClear: namedClear(),
  showSearch: { treeNodeFilterProp: 'title' },
  treeDefaultExpandAll: true,
  popupMatchSelectWidth: false,
});

const dataOf = (nodes: readonly TreeNode[] = []): NonNullable<TreeSelectProps['treeData']> =>
  nodes.map(({ children, ...node }) => ({ ...node, children: dataOf(children) }));

export interface TreeChoiceProps extends Common {
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  /** Offers "new …" after the choices, with the typed search text. */
  readonly onAdd?: (typed: string) => void;
}

/** Typed text finds a record or names a new one. */
const searchWithAdd = (typed: string, onSearch: (typed: string) => void) => ({
  filterTreeNode: (_: string, { value, title }: { value?: unknown; title?: unknown }) =>
    shownFor(typed, { value, label: String(title) }),
  onSearch,
});

/** Select of one record, in tree form. */
export function TreeChoice({
  source,
  value,
  onChange,
  except,
  onAdd,
  ...props
}: TreeChoiceProps & { readonly source: TreeSource }): ReactNode {
  const { data } = useTree(source, except);
  const [typed, setTyped] = useState('');
  const nodes = dataOf(data);
  const add = addOption(typed);
  const choose = (id: unknown): void => {
    if (isAdd(id)) onAdd?.(typed.trim());
    else onChange?.(typeof id === 'string' ? id : null);
  };
  return (
    <TreeSelect<string>
      placeholder={t('select.placeholder')}
      {...props}
      {...treeSelectProps()}
      {...(value === undefined || value === null ? {} : { value })}
      {...(onAdd === undefined ? {} : { showSearch: searchWithAdd(typed, setTyped) })}
      treeData={onAdd === undefined ? nodes : [...nodes, { value: add.value, title: add.label }]}
      onChange={choose}
    />
  );
}

export interface TreeChoicesProps extends Common {
  readonly value?: readonly string[];
  readonly onChange?: (ids: readonly string[]) => void;
}

/** Select of several records, in tree form, each independent of its descendants. */
export function TreeChoices({
  source,
  value = [],
  onChange,
  except,
  ...props
}: TreeChoicesProps & { readonly source: TreeSource }): ReactNode {
  const { data } = useTree(source, except);
  return (
    <TreeSelect<string[]>
      {...props}
      {...treeSelectProps()}
      multiple
      placeholder={t('select.placeholder')}
      value={[...value]}
      treeData={dataOf(data)}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}
