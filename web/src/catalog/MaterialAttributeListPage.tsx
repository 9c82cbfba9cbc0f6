import { attributes } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { isAttributeValue } from '@tradehouse/domain';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { recordPage } from '../list/recordPage.tsx';
import { masterForm } from '../record/masterForm.ts';
import { t } from '../phrase/index.ts';

const eachFits = (values: unknown): string | null =>
  Array.isArray(values) && values.length > 0 && values.every((value) => isAttributeValue(value))
    ? null
    : t('attribute.values');

export default recordPage(attributes, {
  cells: {
    values: ({ values }: RowOf<typeof attributes.table>): ReactNode => (
      <span className="tags">
        {(values ?? '').split('|').map((value) => (
          <Tag key={value} color="blue">
            {value}
          </Tag>
        ))}
      </span>
    ),
  },
  form: masterForm(attributes, { own: { values: { check: eachFits } } }),
  facts: ['values', 'products'],
});
