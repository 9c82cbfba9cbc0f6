import type { Endpoint, TreeNode } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import type { TreeSelectProps } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../app/net/client.ts';
import { t } from '../phrase/index.ts';
import { addOption, isAdd, shownFor } from './ReferenceSelect.tsx';

/** A tree of records that a form or a page shows: under which key it is kept and who answers it. */
export interface TreeSource {
  readonly key: string;
  readonly endpoint: Endpoint;
}

/** All of a tree, or without the record that `id` names. */
export const readTree = async (
  endpoint: Endpoint,
  input: { readonly id?: string } = {},
): Promise<readonly TreeNode[]> =>
  // SAFETY: the schema is recursive, which its type can't say; such calls answer trees.
  (await call(endpoint, input)) as readonly TreeNode[];

/** The tree, without one of its records and what lies below it when `except` is given. */
export const useTree = ({ key, endpoint }: TreeSource, except?: string) =>
  useQuery({
    queryKey: ['choices', key, except ?? null],
    queryFn: () => readTree(endpoint, except === undefined ? {} : { id: except }),
    staleTime: 60_000,
  });

interface Common {
  /** This record and all below it are not offered: its own parent select. */
  readonly except?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly 'aria-label'?: string;
}

const shared = {
  allowClear: true,
  showSearch: { treeNodeFilterProp: 'title' },
  treeDefaultExpandAll: true,
  popupMatchSelectWidth: false,
} as const;

const dataOf = (nodes: readonly TreeNode[] = []): NonNullable<TreeSelectProps['treeData']> =>
  nodes.map(({ children, ...node }) => ({ ...node, children: dataOf(children) }));

export interface TreeChoiceProps extends Common {
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  /** Offers "new …" after the choices, with what was typed to look for one. */
  readonly onAdd?: (typed: string) => void;
}

/** What is typed finds a record or names a new one. */
const searchWithAdd = (typed: string, onSearch: (typed: string) => void) => ({
  filterTreeNode: (_: string, { value, title }: { value?: unknown; title?: unknown }) =>
    shownFor(typed, { value, label: String(title) }),
  onSearch,
});

/** One record, picked in its tree. */
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
      {...shared}
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

/** Several records, picked in their tree; each for itself, whatever stands below it. */
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
      {...shared}
      multiple
      placeholder={t('select.placeholder')}
      value={[...value]}
      treeData={dataOf(data)}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}
