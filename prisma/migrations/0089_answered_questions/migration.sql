-- A question that the shelter has answered.
ALTER TYPE "ApplicationStatus" ADD VALUE 'answered' BEFORE 'declined';
