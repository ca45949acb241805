-- Whether an order of an animal is open. A function that may change from call to call has a snapshot of its own: called
-- after the animal was locked, it sees the orders of those who held the lock before, where the statement that calls it
-- does not.
CREATE FUNCTION pet_has_open_order(pet bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM orders WHERE orders.pet_id = pet AND orders.status = 'open');
END $$;
