import type { CategoryNode } from '@tradehouse/contract';
import { categoryTree } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import type { TreeSelectProps } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../app/client.ts';
import { t } from '../phrase/index.ts';

/** The tree of categories, without one of them and what lies below it when `except` is given. */
export const useCategories = (except?: string) =>
  useQuery({
    queryKey: ['choices', 'category', except ?? null],
    queryFn: async () =>
      (await call(
        categoryTree,
        except === undefined ? {} : { id: except },
      )) as readonly CategoryNode[],
    staleTime: 60_000,
  });

export interface CategorySelectProps {
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  /** This category and all below it are not offered: its own parent select. */
  readonly except?: string;
  readonly id?: string;
  readonly disabled?: boolean;
}

/** A product category, picked in its tree. */
export function CategorySelect({
  value,
  onChange,
  except,
  ...props
}: CategorySelectProps): ReactNode {
  const { data } = useCategories(except);
  return (
    <TreeSelect<string>
      {...props}
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      placeholder={t('select.placeholder')}
      {...(value === undefined || value === null ? {} : { value })}
      treeData={[...(data ?? [])] as unknown as NonNullable<TreeSelectProps['treeData']>}
      onChange={(id) => onChange?.(typeof id === 'string' ? id : null)}
      popupMatchSelectWidth={false}
    />
  );
}
