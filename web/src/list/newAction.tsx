import { PlusOutlined } from '@ant-design/icons';
import { t } from '../phrase/index.ts';
import type { ListAction } from '../record/listTypes.ts';

/** Returns the toolbar action that creates a record. */
export const newAction = <Row,>(
  run: ListAction<Row>['run'],
  label: string = t('act.new'),
): ListAction<Row> => ({
  key: 'new',
  label,
  icon: <PlusOutlined aria-hidden />,
  button: '1',
  needs: 'none',
  primary: true,
  run,
});
