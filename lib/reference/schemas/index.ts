// Each of these names schemas, and says what they mean.
import "./applications";
import "./change-sets";
import "./common";
import "./keys";
import "./orders";
import "./people";
import "./shelter";
