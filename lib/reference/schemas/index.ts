// Each of these names schemas, and says what they mean.
import "./applications";
import "./change-sets";
import "./changes";
import "./common";
import "./keys";
import "./orders";
import "./people";
import "./pets";
import "./profile";
import "./shelter";
