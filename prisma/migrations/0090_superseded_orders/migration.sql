-- An adoption is over once its animal is ordered again. Placing the next order returns it from now on; this is for those
-- from before.
WITH returned AS (
  UPDATE orders SET status = 'returned', changed_at = now()
  WHERE status = 'completed'
    AND EXISTS (SELECT FROM orders AS later WHERE later.pet_id = orders.pet_id AND later.id > orders.id)
  RETURNING id
)
INSERT INTO order_changes (order_id, at, author, action) SELECT id, now(), 'service', 'returned' FROM returned;
